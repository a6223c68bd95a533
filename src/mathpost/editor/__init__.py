"""The language server: `enhance lsp`."""

"""What an editor asks while a post is written, over the language server protocol: `enhance lsp`."""

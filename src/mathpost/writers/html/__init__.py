"""The report for a browser: `reports/index.html` and a page per post, in templates of this folder."""

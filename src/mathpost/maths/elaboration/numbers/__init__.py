"""Numbers as people write them, and the units behind them."""

"""Laws, moments and independence of random variables."""

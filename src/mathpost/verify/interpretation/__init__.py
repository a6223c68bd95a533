"""What a claim may mean in its post: its reading as it stands and with definitions put in."""

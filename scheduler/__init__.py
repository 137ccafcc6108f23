"""What happens by itself: jobs that are due by the clock, found from what the log and the policy say."""

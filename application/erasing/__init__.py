"""Answering people and the law: what is known of somebody, erasing it for ever, keeping it while it must be kept."""

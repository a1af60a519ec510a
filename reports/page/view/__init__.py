"""What people see of the page."""

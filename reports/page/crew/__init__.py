"""Worker processes that answer, and the line of those who wait for one."""

"""What goes on beside the API: what the sandbox is told, the days that pass, the faults that strike.

told from outside:  admin, remote
days that pass:     living
faults that strike: faulty, churn
"""

ADMIN_PATH = "/_sandbox"

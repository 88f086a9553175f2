"""Controls a sandbox beside its API: admin requests, simulated days, faults.

admin requests: admin, remote
simulated days: living
faults:         fault_middleware, churn
"""

ADMIN_PATH = "/_sandbox"

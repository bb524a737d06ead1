"""What whoever runs a server needs.

clock       the time that tables go by
limits      how much one address may ask for
logs        the log for the operator
memory      keeping the process small and its pauses short
metrics     figures for Prometheus
preparing   compiling the rules without making anybody wait
"""

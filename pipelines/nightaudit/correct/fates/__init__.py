"""What became of a write: looked for in the service, where the answer was lost, turned down, or only to be believed.

answer lost:  settle, proof, recorded
turned down:  refusals
answered:     verify, audit
"""

"""Proofs about the marts as a whole: drawn portfolios, accounting identities, faults planted in the models."""

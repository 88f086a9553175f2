"""Reads a complete list in one walk, proves that no record was missed, and certifies it.

a walk and its proof:    listing, walk, certificate, reasons
the ways to read a list: strategy
in order, overlapping:   overlap, sorted_order
in order, both ways:     both_ways, coverage, from_the_end
without an order:        passes, sweep, date_windows
"""

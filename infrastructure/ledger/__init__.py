"""The ledger: a Merkle tree over the log (RFC 6962, RFC 9162), its proofs, and the signed notes that state its head."""

"""The ledger: signing what the log holds, proving it to strangers, and finding out whether it was changed.

`checkpointing` signs the head of the tree, `proving` answers with proofs, `verifying` recomputes everything;
`anchoring` compares a store with what was noted outside of it.
"""

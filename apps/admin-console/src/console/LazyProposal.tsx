import { deferred, quietly } from '@helpdesk/ui'

// Few conversations hold a proposal: the page stands before the code for one is there.
const card = deferred(async () => (await import('./ProposalCard')).ProposalCard, null)
/** Fetches the card ahead. */
export const preloadProposal = quietly(card.preload)

/** The card of a proposal; nothing until the code for it is there. */
export const LazyProposal = card.Screen

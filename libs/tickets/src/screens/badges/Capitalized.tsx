import { chakra } from '@helpdesk/ui'

/** Stored words are lower case; only their look is not. */
export const Capitalized = chakra('span', { base: { textTransform: 'capitalize' } })

import { chakra } from '@helpdesk/ui'

/** Stored words are lower case; only their display is capitalized. */
export const Capitalized = chakra('span', { base: { textTransform: 'capitalize' } })

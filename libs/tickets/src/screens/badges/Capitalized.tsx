import { chakra } from '@helpdesk/ui'

/** Capitalizes words for display only, because they are stored in lower case. */
export const Capitalized = chakra('span', { base: { textTransform: 'capitalize' } })

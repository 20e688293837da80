import { chakra } from '@chakra-ui/react'

/** A paragraph; `tone` muted for secondary text. */
export const Text = chakra('p', {
  base: {},
  variants: {
    tone: { default: {}, muted: { color: 'fg.muted' }, danger: { color: 'danger.fg' } },
  },
})

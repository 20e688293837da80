import { chakra } from '@chakra-ui/react'

/** A heading in four sizes, h2 by default. */
export const Heading = chakra('h2', {
  base: { fontWeight: 'semibold', letterSpacing: '-0.011em', color: 'fg', textWrap: 'balance' },
  variants: {
    size: {
      sm: { fontSize: 'md', lineHeight: '1.25rem' },
      md: { fontSize: 'lg', lineHeight: '1.5rem' },
      lg: { fontSize: 'xl', lineHeight: '1.75rem', letterSpacing: '-0.017em' },
      xl: { fontSize: '2xl', lineHeight: '2rem', letterSpacing: '-0.02em' },
    },
  },
  defaultVariants: { size: 'md' },
})

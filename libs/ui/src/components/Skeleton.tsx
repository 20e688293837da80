import { chakra } from '@chakra-ui/react'

/** A placeholder for loading content; set the height and width of the content. */
export const Skeleton = chakra(
  'div',
  {
    base: {
      bg: 'bg.emphasized',
      borderRadius: 'sm',
      height: '4',
      width: 'full',
      animation: 'pulse 1.6s ease-in-out infinite',
    },
  },
  { defaultProps: { 'aria-hidden': true } },
)

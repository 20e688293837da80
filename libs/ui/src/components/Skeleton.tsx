import { chakra } from '@chakra-ui/react'

/** A grey block in the place of content that is on its way; give it the content's height and width. */
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

import { defineRecipe } from '@chakra-ui/react'

export const linkRecipe = defineRecipe({
  base: {
    color: 'accent.fg',
    fontWeight: 'medium',
    borderRadius: 'sm',
    textDecorationLine: 'underline',
    textDecorationColor: 'transparent',
    textUnderlineOffset: '3px',
    _hover: { textDecorationColor: 'currentColor' },
  },
  variants: {
    variant: {
      accent: {},
      plain: { color: 'inherit' },
      underline: { textDecorationColor: 'currentColor' },
    },
  },
  defaultVariants: { variant: 'accent' },
})

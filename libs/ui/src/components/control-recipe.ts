import { defineRecipe } from '@chakra-ui/react'

/** Styles of inputs, textareas and selects. */
export const controlRecipe = defineRecipe({
  base: {
    width: 'full',
    minWidth: '0',
    bg: 'bg.panel',
    color: 'fg',
    fontSize: 'md',
    lineHeight: '1.25rem',
    borderWidth: '1px',
    borderColor: 'border.emphasized',
    borderRadius: 'md',
    transition: 'border-color 100ms, box-shadow 100ms',
    _hover: { borderColor: 'fg.subtle' },
    _focusVisible: {
      outline: '2px solid',
      outlineColor: 'accent',
      outlineOffset: '-1px',
      borderColor: 'accent',
    },
    '&[aria-invalid="true"]': { borderColor: 'danger' },
    // touch needs more height, and phones zoom into fields with a font below 16 px
    '@media (pointer: coarse)': { minHeight: '11', fontSize: '1rem !important' },
    _disabled: { bg: 'bg.muted', color: 'fg.muted', cursor: 'not-allowed' },
  },
  variants: {
    size: {
      sm: { height: '7', px: '2', fontSize: 'sm' },
      md: { height: '8', px: '2.5' },
      lg: { height: '10', px: '3' },
    },
  },
  defaultVariants: { size: 'md' },
})

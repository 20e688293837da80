import { defineRecipe } from '@chakra-ui/react'

/** Styles of buttons, icon buttons and links that look like buttons. */
export const buttonRecipe = defineRecipe({
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '2',
    flexShrink: '0',
    fontWeight: 'medium',
    lineHeight: '1.25rem',
    whiteSpace: 'nowrap',
    userSelect: 'none',
    borderRadius: 'md',
    borderWidth: '1px',
    borderColor: 'transparent',
    cursor: 'pointer',
    textDecoration: 'none',
    // Not a property of IconButton: properties are in no layer and would win on touch screens too.
    '&[data-icon]': { minWidth: '8' },
    '@media (pointer: coarse)': { minHeight: '11', '&, &[data-icon]': { minWidth: '11' } },
    transition: 'background-color 100ms, border-color 100ms, color 100ms',
    _disabled: { cursor: 'not-allowed', opacity: '0.55' },
  },
  variants: {
    variant: {
      solid: { bg: 'accent.solid', color: 'accent.contrast', _hover: { bg: 'accent.hover' } },
      outline: {
        bg: 'bg.panel',
        color: 'fg',
        borderColor: 'border.emphasized/45',
        boxShadow: 'xs',
        _hover: { bg: 'bg.muted' },
      },
      subtle: { bg: 'bg.muted', color: 'fg', _hover: { bg: 'bg.emphasized' } },
      ghost: { color: 'fg.muted', _hover: { bg: 'bg.muted', color: 'fg' } },
      danger: { bg: 'danger.solid', color: 'white', _hover: { bg: 'danger.hover' } },
    },
    size: {
      sm: { h: '7', px: '2.5', fontSize: 'sm' },
      md: { h: '8', px: '3', fontSize: 'md' },
      lg: { h: '10', px: '4', fontSize: 'md' },
    },
  },
  defaultVariants: { variant: 'outline', size: 'md' },
})

import { createSystem, defaultBaseConfig } from '@chakra-ui/react'
import { semanticTokens, tokens } from './tokens'

/** The product's Chakra system: only our tokens, without Chakra's default theme. */
export const system = createSystem(defaultBaseConfig, {
  cssVarsPrefix: 'hd',
  preflight: true,
  theme: {
    breakpoints: { sm: '30rem', md: '48rem', lg: '64rem', xl: '80rem' },
    tokens,
    semanticTokens,
    keyframes: {
      spin: { to: { transform: 'rotate(360deg)' } },
      pulse: { '50%': { opacity: '0.5' } },
      'toast-in': { from: { opacity: '0', transform: 'translateY(8px)' } },
    },
  },
  globalCss: {
    html: {
      colorScheme: 'light',
      // keeps a focused control and its label from scrolling under the header
      scrollPaddingTop: { base: '7.5rem', md: '5.5rem' },
      '--global-color-border': 'colors.border',
      '--global-font-body': 'fonts.body',
      '--global-font-mono': 'fonts.mono',
    },
    'html.dark': { colorScheme: 'dark' },
    body: { bg: 'bg', color: 'fg', fontSize: 'md', lineHeight: '1.5', margin: '0' },
    '*::placeholder': { color: 'fg.subtle', opacity: '1' },
    '::selection': { bg: 'accent.subtle' },
    mark: { bg: 'warning.bg', color: 'fg', borderRadius: 'sm' },
    ':focus-visible': {
      outline: '2px solid',
      outlineColor: 'accent',
      outlineOffset: '2px',
    },
    '*, *::before, *::after': {
      '@media (prefers-reduced-motion: reduce)': {
        animationDuration: '0.01ms !important',
        animationIterationCount: '1 !important',
        transitionDuration: '0.01ms !important',
      },
    },
  },
})

import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'

export interface AuthCardProps {
  title: string
  subtitle?: ReactNode
  /** Below the card, such as a link to another page. */
  footer?: ReactNode
  /** Above the title, such as the logo. */
  brand?: ReactNode
  children: ReactNode
}

/** The layout of the sign-in pages: one narrow column. */
export function AuthCard({ title, subtitle, footer, brand, children }: AuthCardProps) {
  return (
    <Page id="main" tabIndex={-1}>
      <Column>
        {brand}
        <Title>{title}</Title>
        {subtitle && <Subtitle>{subtitle}</Subtitle>}
        <Body>{children}</Body>
        {footer && <Footer>{footer}</Footer>}
      </Column>
    </Page>
  )
}

const Page = chakra('main', {
  base: {
    minHeight: '100dvh',
    display: 'flex',
    justifyContent: 'center',
    alignItems: { base: 'flex-start', sm: 'center' },
    px: '4',
    py: { base: '10', sm: '12' },
    bg: 'bg.subtle',
  },
})
const Column = chakra('div', {
  base: {
    width: 'full',
    maxWidth: '23.5rem',
    '@media (min-width: 30rem)': {
      bg: 'bg.panel',
      borderWidth: '1px',
      borderColor: 'border',
      borderRadius: 'xl',
      boxShadow: 'md',
      padding: '8',
    },
  },
})
const Title = chakra('h1', {
  base: { fontSize: 'xl', fontWeight: 'semibold', letterSpacing: '-0.017em', lineHeight: '1.75rem' },
})
const Subtitle = chakra('p', { base: { color: 'fg.muted', mt: '1' } })
const Body = chakra('div', { base: { mt: '6', display: 'flex', flexDirection: 'column', gap: '4' } })
const Footer = chakra('div', { base: { mt: '6', color: 'fg.muted', textAlign: 'center' } })

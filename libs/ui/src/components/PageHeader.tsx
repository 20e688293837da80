import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { Heading } from './Heading'

export interface PageHeaderProps {
  heading: ReactNode
  subtitle?: ReactNode
  actions?: ReactNode
  /** Above the heading, such as a back button. */
  above?: ReactNode
}

/** The header of a page: h1, subtitle and actions. */
export function PageHeader({ heading, subtitle, actions, above }: PageHeaderProps) {
  return (
    <Root>
      {above && <Above>{above}</Above>}
      <Row>
        <Texts>
          <Heading as="h1" size="lg">
            {heading}
          </Heading>
          {subtitle && <Subtitle>{subtitle}</Subtitle>}
        </Texts>
        {actions && <Actions>{actions}</Actions>}
      </Row>
    </Root>
  )
}

const Root = chakra('header', { base: { mb: '5' } })
const Above = chakra('div', { base: { mb: '2', ms: '-3' } })
const Row = chakra('div', {
  base: { display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', gap: '3' },
})
const Texts = chakra('div', { base: { flex: '1 1 11rem', minWidth: '0', overflowWrap: 'anywhere' } })
const Subtitle = chakra('p', { base: { color: 'fg.muted', mt: '0.5' } })
const Actions = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', gap: '2' } })

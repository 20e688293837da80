import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { Card } from './Card'
import { Skeleton } from './Skeleton'

export interface StatCardProps {
  title: string
  value: ReactNode
  caption?: ReactNode
  icon?: ReactNode
  loading?: boolean
}

/** One figure of a dashboard. Keeps its height while loading. */
export function StatCard({ title, value, caption, icon, loading = false }: StatCardProps) {
  return (
    <Figure padded aria-busy={loading || undefined}>
      <Title>
        {title}
        {icon}
      </Title>
      {loading ? <Skeleton gridArea="value" height="8" width="16" my="1" /> : <Value>{value}</Value>}
      {caption && <Caption>{caption}</Caption>}
    </Figure>
  )
}

// on phones one line with the figure at its end, so that three cards stay short
const Figure = chakra(Card, {
  base: {
    display: { base: 'grid', sm: 'block' },
    gridTemplateColumns: '1fr auto',
    gridTemplateAreas: '"title value" "caption value"',
    alignItems: 'center',
    columnGap: '4',
    py: { base: '2.5', sm: '4' },
  },
})
const Title = chakra('h2', {
  base: {
    gridArea: 'title',
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    fontSize: 'sm',
    fontWeight: 'medium',
    color: 'fg.muted',
    '& svg': { display: { base: 'none', sm: 'block' } },
  },
})
const Value = chakra('p', {
  base: {
    gridArea: 'value',
    fontSize: '2xl',
    fontWeight: 'semibold',
    lineHeight: '2rem',
    my: '1',
    letterSpacing: '-0.02em',
    fontVariantNumeric: 'tabular-nums',
  },
})
const Caption = chakra('p', { base: { gridArea: 'caption', fontSize: 'sm', color: 'fg.muted' } })

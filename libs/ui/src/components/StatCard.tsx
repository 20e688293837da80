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
    <Card padded aria-busy={loading || undefined}>
      <Title>
        {title}
        {icon}
      </Title>
      {loading ? <Skeleton height="8" width="16" my="1" /> : <Value>{value}</Value>}
      {caption && <Caption>{caption}</Caption>}
    </Card>
  )
}

const Title = chakra('h2', {
  base: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    fontSize: 'sm',
    fontWeight: 'medium',
    color: 'fg.muted',
  },
})
const Value = chakra('p', {
  base: {
    fontSize: '2xl',
    fontWeight: 'semibold',
    lineHeight: '2rem',
    my: '1',
    letterSpacing: '-0.02em',
    fontVariantNumeric: 'tabular-nums',
  },
})
const Caption = chakra('p', { base: { fontSize: 'sm', color: 'fg.muted' } })

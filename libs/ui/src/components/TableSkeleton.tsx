import { chakra } from '@chakra-ui/react'
import { Skeleton } from './Skeleton'

/** Grey rows of a table's height while its data is on the way. */
export function TableSkeleton({ columns = 4, rows = 6 }: { columns?: number; rows?: number }) {
  return (
    <div aria-hidden>
      {Array.from({ length: rows + 1 }, (_, row) => (
        <Row key={row}>
          {Array.from({ length: columns }, (_, column) => (
            <Skeleton key={column} height="3" opacity={row ? 1 : 0.5} flex={column ? '1' : '2'} />
          ))}
        </Row>
      ))}
    </div>
  )
}

const Row = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '6',
    height: '10',
    px: '3',
    borderBottomWidth: '1px',
    borderColor: 'border.muted',
  },
})

import { countText } from '../model/figures'
import { useTagCounts, type TagCount } from '../api/count-tags'
import { Box, Button, Card, chakra, EmptyState, PageHeader, QueryState, Skeleton, Text } from '@helpdesk/ui'
import { useState } from 'react'
import { useFocusFallback } from '../parts/focus-fallback'
import { DeleteTagDialog } from './DeleteTagDialog'
import { RenameTagDialog } from './RenameTagDialog'
import { SettingsNav } from './SettingsNav'

interface Asked {
  what: 'rename' | 'delete'
  tag: TagCount
}

/** `/admin/settings/tags`: lists tags; renames or deletes them on all tickets. */
export function TagSettings() {
  const query = useTagCounts()
  const [asked, setAsked] = useState<Asked | null>(null)
  const close = () => setAsked(null)
  const list = useFocusFallback<HTMLUListElement>()
  return (
    <>
      <PageHeader heading="Tags" subtitle="Labels that staff add to tickets to find and count them" />
      <SettingsNav />
      <Box maxWidth="42rem">
        <QueryState
          query={query}
          pendingLabel="Loading tags..."
          errorTitle="The tags could not be loaded"
          pending={<Skeleton height="80dvh" />}
          isEmpty={(tags) => tags.length === 0}
          empty={<EmptyState title="No tags yet" text="Open a ticket to add its first tag." />}
        >
          {(tags) => (
            <>
              <Card>
                <List ref={list} tabIndex={-1} aria-label="Tags">
                  {tags.map((tag) => (
                    <Row key={tag.tag}>
                      <Name>{tag.tag}</Name>
                      <Count>
                        {countText(tag.tickets)} {tag.tickets === 1 ? 'ticket' : 'tickets'}
                      </Count>
                      <Actions>
                        <Button
                          size="sm"
                          aria-label={`Rename ${tag.tag}`}
                          onClick={() => setAsked({ what: 'rename', tag })}
                        >
                          Rename
                        </Button>
                        <Button
                          size="sm"
                          variant="ghost"
                          aria-label={`Delete ${tag.tag}`}
                          onClick={() => setAsked({ what: 'delete', tag })}
                        >
                          Delete
                        </Button>
                      </Actions>
                    </Row>
                  ))}
                </List>
              </Card>
              <Text tone="muted" fontSize="sm" marginTop="3">
                The numbers count the newest 20,000 tagged tickets; a change reaches all of them.
              </Text>
            </>
          )}
        </QueryState>
      </Box>
      {asked?.what === 'rename' && (
        <RenameTagDialog tag={asked.tag} known={query.data ?? []} onClose={close} />
      )}
      {asked?.what === 'delete' && <DeleteTagDialog tag={asked.tag} onClose={close} />}
    </>
  )
}

const List = chakra('ul', { base: { listStyle: 'none', m: '0', p: '0' } })
const Row = chakra('li', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: '3',
    rowGap: '1',
    px: '3.5',
    py: '2',
    '& + &': { borderTopWidth: '1px', borderColor: 'border' },
  },
})
const Name = chakra('span', {
  base: { flex: '1 1 8rem', minWidth: '0', fontWeight: 'medium', overflowWrap: 'anywhere' },
})
const Count = chakra('span', {
  base: { color: 'fg.muted', fontSize: 'sm', fontVariantNumeric: 'tabular-nums' },
})
const Actions = chakra('div', { base: { display: 'flex', gap: '1' } })

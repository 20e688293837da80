import { useTagCounts, type TagCount } from '../api/count-tags'
import { Box, Button, Card, chakra, EmptyState, PageHeader, QueryState, Skeleton, Text } from '@helpdesk/ui'
import { useState } from 'react'
import { useFocusFallback } from '../parts/focus-fallback'
import { DeleteTagDialog } from './DeleteTagDialog'
import { RenameTagDialog } from './RenameTagDialog'
import { SettingsNav } from './SettingsNav'
import * as texts from './texts'

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
      <PageHeader heading={texts.tags} subtitle={texts.tagsSubtitle} />
      <SettingsNav />
      <Box maxWidth="42rem">
        <QueryState
          query={query}
          pendingLabel={texts.loadingTags}
          errorTitle={texts.tagsLoadFailed}
          pending={<Skeleton height="80dvh" />}
          isEmpty={(tags) => tags.length === 0}
          empty={<EmptyState title={texts.noTags} text={texts.noTagsText} />}
        >
          {(tags) => (
            <>
              <Card>
                <List ref={list} tabIndex={-1} aria-label={texts.tags}>
                  {tags.map((tag) => (
                    <Row key={tag.tag}>
                      <Name>{tag.tag}</Name>
                      <Count>{texts.ticketCount(tag.tickets)}</Count>
                      <Actions>
                        <Button
                          size="sm"
                          aria-label={texts.renameTag(tag.tag)}
                          onClick={() => setAsked({ what: 'rename', tag })}
                        >
                          {texts.rename}
                        </Button>
                        <Button
                          size="sm"
                          variant="ghost"
                          aria-label={texts.deleteTag(tag.tag)}
                          onClick={() => setAsked({ what: 'delete', tag })}
                        >
                          {texts.deleteNow}
                        </Button>
                      </Actions>
                    </Row>
                  ))}
                </List>
              </Card>
              <Text tone="muted" fontSize="sm" marginTop="3">
                {texts.tagsHint}
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

import { Badge, Box, Button, Card, Flex, Text, toast } from '@helpdesk/ui'
import { useState } from 'react'
import { useDeleteMacro } from '../../api/delete-macro'
import { useSaveMacro } from '../../api/save-macro'
import { failureText } from '@helpdesk/tickets/model/errors'
import { inFolder, toMacroForm, type Macro } from '../../model/macros'
import { priorityLabel } from '@helpdesk/tickets/model/priorities'
import { statusLabel } from '@helpdesk/tickets/model/statuses'
import * as texts from './texts'

interface MacroRowProps {
  macro: Macro
  isOwn: boolean
  mayWrite: boolean
  onEdit: () => void
}

/** One macro of the list. */
export function MacroRow({ macro, isOwn, mayWrite, onEdit }: MacroRowProps) {
  const save = useSaveMacro()
  const remove = useDeleteMacro()
  const [confirming, setConfirming] = useState(false)
  const { folder, title } = inFolder(macro.name)
  const busy = save.isPending || remove.isPending
  const fail = (title: string) => (error: unknown) =>
    toast({ type: 'error', title, description: failureText(error) })

  const share = () =>
    save.mutate(
      { id: macro.id, values: { ...toMacroForm(macro), is_shared: !macro.is_shared } },
      { onError: fail(texts.notChanged) },
    )

  return (
    <Card padded aria-label={macro.name}>
      <Flex gap="2" wrap="wrap" alignItems="center">
        <Text as={folder ? 'h3' : 'h2'} dir="auto" fontWeight="semibold" minWidth="0" overflowWrap="anywhere">
          {title}
        </Text>
        <Badge tone={macro.is_shared ? 'accent' : 'neutral'}>
          {macro.is_shared ? texts.shared : texts.personal}
        </Badge>
        {macro.set_status && <Badge>{texts.sets(statusLabel(macro.set_status))}</Badge>}
        {macro.set_priority && <Badge>{texts.sets(priorityLabel(macro.set_priority))}</Badge>}
        {macro.add_tags?.map((tag) => (
          <Badge key={tag}>{texts.adds(tag)}</Badge>
        ))}
      </Flex>
      <Box
        dir="auto"
        marginTop="2"
        color="fg.muted"
        whiteSpace="pre-wrap"
        overflowWrap="anywhere"
        lineClamp="4"
      >
        {macro.body}
      </Box>
      {mayWrite && (
        <Flex gap="2" marginTop="3" wrap="wrap">
          <Button size="sm" onClick={onEdit} disabled={busy} aria-label={texts.editNamed(macro.name)}>
            {texts.edit}
          </Button>
          {/* Only for the owner: an admin could no longer see another's macro after unsharing it. */}
          {isOwn && (
            <Button size="sm" loading={save.isPending} onClick={share}>
              {macro.is_shared ? texts.makePersonal : texts.shareWithEveryone}
            </Button>
          )}
          {confirming ? (
            <>
              <Button
                size="sm"
                variant="danger"
                autoFocus
                loading={remove.isPending}
                onClick={() => remove.mutate(macro.id, { onError: fail(texts.notDeleted) })}
              >
                {texts.deleteForGood}
              </Button>
              <Button size="sm" variant="ghost" onClick={() => setConfirming(false)}>
                {texts.keep}
              </Button>
            </>
          ) : (
            <Button size="sm" variant="ghost" disabled={busy} onClick={() => setConfirming(true)}>
              {texts.remove}
            </Button>
          )}
        </Flex>
      )}
    </Card>
  )
}

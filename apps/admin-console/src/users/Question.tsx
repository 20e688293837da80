import { Button, chakra, Flex, Text } from '@helpdesk/ui'

interface QuestionProps {
  text: string
  action: string
  busy: boolean
  onConfirm: () => void
  onCancel: () => void
}

/** The second step of something that locks a person out. */
export function Question({ text, action, busy, onConfirm, onCancel }: QuestionProps) {
  return (
    <Asked role="alertdialog" aria-label={action}>
      <Text fontSize="sm" overflowWrap="anywhere">
        {text}
      </Text>
      <Flex gap="2" wrap="wrap">
        <Button size="sm" variant="danger" autoFocus loading={busy} onClick={onConfirm}>
          {action}
        </Button>
        <Button size="sm" variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
      </Flex>
    </Asked>
  )
}

export const Section = chakra('section', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    gap: '2',
    pt: '4',
    borderTopWidth: '1px',
    borderColor: 'border',
  },
})
const Asked = chakra('div', {
  base: { display: 'flex', flexDirection: 'column', gap: '2', p: '3', borderRadius: 'md', bg: 'bg.muted' },
})

import { Button, chakra, CloseIcon, Field, Flex } from '@helpdesk/ui'
import { useRef, type RefObject } from 'react'
import type { TagEntry } from '../../state/use-tag-entry'
import { TagBox, type PickTag } from './TagBox'
import * as texts from './texts'

interface TagEditorProps {
  label: string
  hideLabel?: boolean
  hint?: string
  tags: readonly string[]
  /** Called with all tags after a change; absent for those who may only read. */
  onTags?: ((tags: string[]) => void) | undefined
  entry: TagEntry
  input?: RefObject<HTMLInputElement | null>
}

/** A list of tags, with controls to remove and add them. Completes tags in use. */
export function TagEditor({ label, hideLabel, hint, tags, onTags, entry, input }: TagEditorProps) {
  const picker = useRef<PickTag>(null)
  const ownInput = useRef<HTMLInputElement>(null)
  const box = input ?? ownInput
  return (
    <Flex direction="column" gap="2">
      <Flex as="ul" listStyleType="none" wrap="wrap" gap="1.5" _empty={{ display: 'none' }}>
        {tags.map((tag) => (
          <Tag key={tag}>
            {tag}
            {onTags && (
              <Remove
                type="button"
                data-series=""
                aria-label={texts.removeTag(tag)}
                onClick={({ currentTarget }) => {
                  // The button disappears with its tag, so the focus moves to a neighbour.
                  const item = currentTarget.closest('li')
                  const beside = item?.nextElementSibling ?? item?.previousElementSibling
                  const next = beside?.querySelector('button') ?? box.current
                  next?.focus()
                  onTags(tags.filter((each) => each !== tag))
                }}
              >
                <CloseIcon size={12} />
              </Remove>
            )}
          </Tag>
        ))}
      </Flex>
      {onTags && (
        <>
          <Field label={label} hideLabel={hideLabel} hint={hint} error={entry.problem}>
            <Flex gap="2">
              <TagBox
                ref={box}
                picker={picker}
                placeholder={texts.addATag}
                size="sm"
                value={entry.text}
                onText={entry.write}
                taken={tags}
                onPick={({ tag }) => entry.add(tag)}
                onEnter={() => entry.add()}
              />
              <Button
                size="sm"
                disabled={!entry.text.trim()}
                onClick={() => picker.current?.() || entry.add()}
              >
                {texts.add}
              </Button>
            </Flex>
          </Field>
        </>
      )}
    </Flex>
  )
}

const Tag = chakra('li', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1',
    bg: 'bg.muted',
    borderRadius: 'sm',
    px: '2',
    minHeight: '6',
    fontSize: 'sm',
    overflowWrap: 'anywhere',
  },
})
const Remove = chakra('button', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    width: '6',
    height: '6',
    marginEnd: '-1.5',
    borderRadius: 'sm',
    color: 'fg.muted',
    cursor: 'pointer',
    '@media (pointer: coarse)': { width: '11', height: '11' },
    _hover: { color: 'fg', bg: 'bg.emphasized' },
  },
})

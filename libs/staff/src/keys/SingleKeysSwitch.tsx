import { Box, Flex, Text } from '@helpdesk/ui'
import { useAtom } from 'jotai'
import { useId } from 'react'
import { singleKeysAtom } from './single-keys'

/** Switches single-character shortcuts on or off on this device. */
export function SingleKeysSwitch() {
  const [on, setOn] = useAtom(singleKeysAtom)
  const hint = useId()
  return (
    <Box>
      <Flex as="label" gap="2" alignItems="center">
        <input
          type="checkbox"
          checked={on}
          aria-describedby={hint}
          onChange={({ target }) => setOn(target.checked)}
        />
        <Text as="span">Single-key shortcuts</Text>
      </Flex>
      <Text id={hint} tone="muted" fontSize="sm">
        Saved on this device. The command palette and Ctrl or Cmd shortcuts always work.
      </Text>
    </Box>
  )
}

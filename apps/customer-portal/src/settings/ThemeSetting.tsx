import { Box, ColorModeSwitch, Flex, Heading, Text } from '@helpdesk/ui'

export function ThemeSetting() {
  return (
    <Box as="section">
      <Heading size="sm">Appearance</Heading>
      <Flex alignItems="center" justifyContent="space-between" gap="3" marginTop="2">
        <Text tone="muted">Light, dark, or as your system has it.</Text>
        <ColorModeSwitch />
      </Flex>
    </Box>
  )
}

import { Box, ColorModeSwitch, Flex, Heading, PageHeader, Text } from '@helpdesk/ui'

/** `/dashboard/agent/settings`. */
export function AgentSettings() {
  return (
    <>
      <PageHeader heading="Settings" subtitle="How the portal looks" />
      <Box as="section" maxWidth="28rem">
        <Heading size="sm">Appearance</Heading>
        <Flex alignItems="center" justifyContent="space-between" gap="3" marginTop="2">
          <Text tone="muted">Light, dark, or as your system has it.</Text>
          <ColorModeSwitch />
        </Flex>
      </Box>
    </>
  )
}

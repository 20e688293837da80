/** Chakra's layout primitives that screens may use. */
export { Box, chakra, Flex, Grid, HStack, Stack } from '@chakra-ui/react'

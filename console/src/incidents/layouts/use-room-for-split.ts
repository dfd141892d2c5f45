import { useMediaQuery } from '@mantine/hooks'

/** Returns true if the window has room for an incident beside the list. */
export const useRoomForSplit = (): boolean =>
  useMediaQuery('(min-width: 75em)', true, { getInitialValueInEffect: false })

import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { configurationTexts } from '../texts/configuration.ts'

/** Link from the draft and from single revisions back to the configuration. */
export const BackLink = () => (
  <Anchor size="sm" renderRoot={(props) => <Link to="/configuration" {...props} />}>
    {configurationTexts.current.title}
  </Anchor>
)

import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { configurationTexts } from '../texts/configuration.ts'

/** Where the pages of the draft and of single revisions hang. */
export const BackLink = () => (
  <Anchor size="sm" renderRoot={(props) => <Link to="/configuration" {...props} />}>
    {configurationTexts.current.title}
  </Anchor>
)

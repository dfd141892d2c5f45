import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { configurationTexts } from '../texts/configuration.ts'

/** Link back to the configuration page, for the page of the draft and the pages of single revisions. */
export const BackLink = () => (
  <Anchor size="sm" data-screen-only renderRoot={(props) => <Link to="/configuration" {...props} />}>
    {configurationTexts.current.title}
  </Anchor>
)

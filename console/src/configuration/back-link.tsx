import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { configurationTexts } from '../texts/configuration.ts'

/** Link back to the configuration page, shown on the page of the draft and on the pages of single revisions. */
export const BackLink = () => (
  <Anchor size="sm" data-screen-only renderRoot={(props) => <Link to="/configuration" {...props} />}>
    {configurationTexts.current.title}
  </Anchor>
)

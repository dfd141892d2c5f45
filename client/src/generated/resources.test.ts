import type { IncidentSortName } from '@tocsin/contract/api/incident-list.ts'
import type { sharedProblems } from '@tocsin/contract/api/shared-problem.ts'
import type { Static } from 'typebox'
import { expectTypeOf, test } from 'vitest'
import type { contract } from '../../generate.ts'
import type { IncidentSortKey } from '../resources/incidents.ts'
import type * as generated from './resources.ts'

/** What the generator printed, by its name. */
interface Printed {
  Uuid: generated.Uuid
  Instant: generated.Instant
  Priority: generated.Priority
  CreateIncident: generated.CreateIncident
  Incident: generated.Incident
  CreateComment: generated.CreateComment
  UpdateComment: generated.UpdateComment
  Comment: generated.Comment
  Media: generated.Media
  MediaUrls: generated.MediaUrls
  Location: generated.Location
  Point: generated.Point
  User: generated.User
  WorkflowState: generated.WorkflowState
  ConfigurationType: generated.ConfigurationType
  ConfigurationCategory: generated.ConfigurationCategory
  FieldRules: generated.FieldRules
  Profile: generated.Profile
  CreationConfiguration: generated.CreationConfiguration
  ListFilter: generated.ListFilter
  ListMeta: generated.ListMeta
  ViolationCode: generated.ViolationCode
  Violation: generated.Violation
  ProblemCode: generated.ProblemCode
  ProblemDetails: generated.ProblemDetails
}

/** What it printed them from. */
type Contract = { [Name in keyof typeof contract]: Static<(typeof contract)[Name]> }

/** Said apart: the codes of the contract are those of the console, too, which no operation with a key answers. */
type OfProblems = 'ProblemCode' | 'ProblemDetails'

test('the types of the package are those of the contract', () => {
  expectTypeOf<Omit<Printed, OfProblems>>().toEqualTypeOf<Omit<Contract, OfProblems>>()
  expectTypeOf<IncidentSortKey>().toEqualTypeOf<IncidentSortName>()
})

test('its problems are those of the contract, with the codes of the external API', () => {
  expectTypeOf<generated.ProblemCode>().toEqualTypeOf<keyof typeof sharedProblems>()
  expectTypeOf<generated.ProblemDetails['code']>().toEqualTypeOf<generated.ProblemCode>()
  expectTypeOf<Omit<generated.ProblemDetails, 'code'>>().toEqualTypeOf<Omit<Contract['ProblemDetails'], 'code'>>()
})

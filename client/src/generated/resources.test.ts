import type { IncidentSortName } from '@tocsin/contract/api/incident-list.ts'
import type { sharedProblems } from '@tocsin/contract/api/shared-problem.ts'
import type { Static } from 'typebox'
import { expectTypeOf, test } from 'vitest'
import type { contract } from '../../generate.ts'
import type { IncidentSortKey } from '../resources/incidents.ts'
import type * as generated from './resources.ts'

/** Types that `npm run generate` has written to `resources.ts`, keyed by their names. */
interface Printed {
  Uuid: generated.Uuid
  Instant: generated.Instant
  Priority: generated.Priority
  CreateIncident: generated.CreateIncident
  Incident: generated.Incident
  PatchIncident: generated.PatchIncident
  NextState: generated.NextState
  IncidentDetails: generated.IncidentDetails
  BatchResult: generated.BatchResult
  CreateComment: generated.CreateComment
  UpdateComment: generated.UpdateComment
  Comment: generated.Comment
  Media: generated.Media
  MediaUrls: generated.MediaUrls
  FeedEvent: generated.FeedEvent
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

/** Types of the contract's schemas, keyed by the names of the types that are generated from them. */
type Contract = { [Name in keyof typeof contract]: Static<(typeof contract)[Name]> }

/**
 * Names of the types that have a separate test. The contract lists the problem codes of the console, too. The generated
 * types omit these codes, because no operation of the external API returns them.
 */
type OfProblems = 'ProblemCode' | 'ProblemDetails' | 'BatchResult'

test('the generated types and the sort keys of incidents equal those of the contract', () => {
  expectTypeOf<Omit<Printed, OfProblems>>().toEqualTypeOf<Omit<Contract, OfProblems>>()
  expectTypeOf<IncidentSortKey>().toEqualTypeOf<IncidentSortName>()
})

test('the generated problem types equal those of the contract, except that they have only the codes of the external API', () => {
  expectTypeOf<generated.ProblemCode>().toEqualTypeOf<keyof typeof sharedProblems>()
  expectTypeOf<generated.ProblemDetails['code']>().toEqualTypeOf<generated.ProblemCode>()
  expectTypeOf<Omit<generated.ProblemDetails, 'code'>>().toEqualTypeOf<Omit<Contract['ProblemDetails'], 'code'>>()
  expectTypeOf<Omit<generated.BatchResult, 'problem'>>().toEqualTypeOf<Omit<Contract['BatchResult'], 'problem'>>()
  expectTypeOf<generated.BatchResult['problem']>().toEqualTypeOf<generated.ProblemDetails | null>()
})

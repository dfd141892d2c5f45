import { Comment, CreateComment, UpdateComment } from '@tocsin/contract/api/comment.ts'
import { configurationSchemas, CreationConfiguration } from '@tocsin/contract/api/configuration.ts'
import { Location, Point, User, WorkflowState } from '@tocsin/contract/api/directory.ts'
import { CreateIncident, IncidentResponse } from '@tocsin/contract/api/incident.ts'
import { IncidentDetails, NextState, PatchIncident } from '@tocsin/contract/api/incident-change.ts'
import {
  BatchIncidents,
  BatchItem,
  BatchPatch,
  BatchResult,
  BatchResults,
} from '@tocsin/contract/api/incident-batch.ts'
import { FeedEvent, FeedPage } from '@tocsin/contract/api/event.ts'
import { ListFilter, ListMeta } from '@tocsin/contract/api/list.ts'
import { Media, MediaUrls } from '@tocsin/contract/api/media.ts'
import { ProblemDetails, Violation } from '@tocsin/contract/api/problem.ts'
import {
  CreateWebhookEndpoint,
  IssuedWebhookEndpoint,
  PatchWebhookEndpoint,
  ReplayWebhookEvents,
  SkipWebhookEvent,
  WebhookAttempt,
  WebhookEndpoint,
} from '@tocsin/contract/api/webhook.ts'
import { ChangePassword, Session, SetUp, SetUpState, SignIn } from '@tocsin/contract/console/session.ts'
import type { TSchema } from 'typebox'

/** Schemas that only routes of the console refer to. The OpenAPI document does not contain them. */
export const consoleSchemas: TSchema[] = [SignIn, Session, ChangePassword, SetUpState, SetUp]

/** Schemas that routes refer to by name. The OpenAPI document contains each schema once. */
export const sharedSchemas: TSchema[] = [
  CreateIncident,
  PatchIncident,
  IncidentResponse,
  IncidentDetails,
  NextState,
  BatchIncidents,
  BatchItem,
  BatchPatch,
  BatchResults,
  BatchResult,
  CreateComment,
  UpdateComment,
  Comment,
  Media,
  MediaUrls,
  ...configurationSchemas,
  CreationConfiguration,
  Location,
  Point,
  User,
  WorkflowState,
  ListFilter,
  ListMeta,
  FeedEvent,
  FeedPage,
  WebhookEndpoint,
  IssuedWebhookEndpoint,
  CreateWebhookEndpoint,
  PatchWebhookEndpoint,
  SkipWebhookEvent,
  ReplayWebhookEvents,
  WebhookAttempt,
  Violation,
  ProblemDetails,
  ...consoleSchemas,
]

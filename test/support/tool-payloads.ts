import { FORMS } from './tool-payloads/forms';
import { SITES } from './tool-payloads/sites';
import { SYSTEMS } from './tool-payloads/systems';
import type { ToolPayload } from './tool-payloads/tool-payload';

/** Payloads in the shapes that tools document, with what each must become. */
export const TOOL_PAYLOADS: readonly ToolPayload[] = [...SITES, ...FORMS, ...SYSTEMS];

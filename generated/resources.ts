// Made from openapi/ by npm run generate. Do not edit.
import type { components } from "./types.js";

type Schemas = components["schemas"];
type Schema<Name extends keyof Schemas> = Schemas[Name];

/** The refresh token, and the credentials of the application. */
export interface TokenRefresh extends Schema<"TokenRefresh"> {}
/** A new pair of tokens. */
export interface AccessToken extends Schema<"AccessToken"> {}
/** The error of the token operation, as RFC 6749 section 5.2 defines it. */
export interface TokenError extends Schema<"TokenError"> {}
/** A user with the attributes in `fields`. */
export interface UserFields extends Schema<"UserFields"> {}
/** A user in the standard representation, which is returned without `fields`. */
export interface User extends Schema<"User"> {}
/** The alias to add. */
export interface EmailAliasCreate extends Schema<"EmailAliasCreate"> {}
/** An additional email address of a user. */
export interface EmailAlias extends Schema<"EmailAlias"> {}
/** The lock to put on a file. */
export interface LockUpdate extends Schema<"LockUpdate"> {}
/** The shared link of an item. */
export interface SharedLinkUpdate extends Schema<"SharedLinkUpdate"> {}
/** The changes. */
export interface FileUpdate extends Schema<"FileUpdate"> {}
/** A folder, as other records refer to it. */
export interface FolderMini extends Schema<"FolderMini"> {}
/** The folders above an item that the caller may see, from the root down. */
export interface PathCollection extends Schema<"PathCollection"> {}
/** A user, as other records refer to it. */
export interface UserMini extends Schema<"UserMini"> {}
/** The permissions that a shared link gives on the item. */
export interface SharedLinkPermissions extends Schema<"SharedLinkPermissions"> {}
/** A shared link. */
export interface SharedLink extends Schema<"SharedLink"> {}
/** A file version, as other records refer to it. */
export interface FileVersionMini extends Schema<"FileVersionMini"> {}
/** A lock on a file. */
export interface FileLock extends Schema<"FileLock"> {}
/** What the caller may do with the file. */
export interface FilePermissions extends Schema<"FilePermissions"> {}
/** A metadata instance, as a file or folder contains it: the attributes `$parent`, `$version`, `$template` and `$scope`, and the fields of the template. */
export interface MetadataInstanceMini extends Schema<"MetadataInstanceMini"> {}
/** Metadata instances of an item, by scope and then by template key. */
export interface ItemMetadata extends Schema<"ItemMetadata"> {}
/** A file with the attributes in `fields`. */
export interface FileFields extends Schema<"FileFields"> {}
/** A file in the standard representation, which is returned without `fields`. */
export interface File extends Omit<Schema<"File">, "lock" | "tags" | "permissions" | "extension" | "metadata"> {}
/** How to restore the folder if it cannot return to its original place or name. */
export interface FolderRestore extends Schema<"FolderRestore"> {}
/** A folder with the attributes in `fields`. */
export interface FolderFields extends Schema<"FolderFields"> {}
/** A folder in the standard representation, which is returned without `fields`. */
export interface Folder extends Schema<"Folder"> {}
/** A web link with the attributes in `fields`. */
export interface WebLinkFields extends Schema<"WebLinkFields"> {}
/** A web link in the standard representation. */
export interface WebLink extends Schema<"WebLink"> {}
/** The item behind a shared link, in the standard representation: a file, a folder or a web link. */
export type SharedItem = File | Folder | WebLink;
/** The item behind a shared link, with the attributes in `fields`: a file, a folder or a web link. */
export type SharedItemFields = FileFields | FolderFields | WebLinkFields;
/** The web link to create. */
export interface WebLinkCreate extends Schema<"WebLinkCreate"> {}
/** A user or a group, by id. */
export interface CollaboratorById extends Schema<"CollaboratorById"> {}
/** A user, by login. */
export interface CollaboratorByLogin extends Schema<"CollaboratorByLogin"> {}
/** Whom to invite, to which item, and with which role. */
export interface CollaborationCreate extends Schema<"CollaborationCreate"> {}
/** The invited user or group. */
export interface Collaborator extends Schema<"Collaborator"> {}
/** The file or folder of the collaboration. */
export interface CollaborationItem extends Schema<"CollaborationItem"> {}
/** A collaboration with the attributes in `fields`. */
export interface CollaborationFields extends Schema<"CollaborationFields"> {}
/** A collaboration in the standard representation. */
export interface Collaboration extends Schema<"Collaboration"> {}
/** A sort key of the entries of a page. */
export interface PageOrder extends Schema<"PageOrder"> {}
/** The attributes of every page besides its entries. */
export interface Page extends Schema<"Page"> {}
/** An enterprise, as other records refer to it. */
export interface Enterprise extends Schema<"Enterprise"> {}
/** A domain that members of the enterprise may collaborate with. */
export interface CollaborationAllowlistEntry extends Schema<"CollaborationAllowlistEntry"> {}
/** A page of allowed domains. */
export interface CollaborationAllowlistEntries extends Schema<"CollaborationAllowlistEntries"> {}
/** An option of the field to create. */
export interface MetadataTemplateOptionCreate extends Schema<"MetadataTemplateOptionCreate"> {}
/** A field of the template to create. */
export interface MetadataTemplateFieldCreate extends Schema<"MetadataTemplateFieldCreate"> {}
/** The template to create. */
export interface MetadataTemplateCreate extends Schema<"MetadataTemplateCreate"> {}
/** An option of a field. */
export interface MetadataTemplateOption extends Schema<"MetadataTemplateOption"> {}
/** A field of a template. */
export interface MetadataTemplateField extends Schema<"MetadataTemplateField"> {}
/** A metadata template. */
export interface MetadataTemplate extends Schema<"MetadataTemplate"> {}
/** A page of metadata templates. */
export interface MetadataTemplates extends Schema<"MetadataTemplates"> {}
/** A metadata instance: the values of one template on one item. */
export interface MetadataInstance extends Schema<"MetadataInstance"> {}
/** The short form of an error. */
export interface MetadataError extends Schema<"MetadataError"> {}
/** The values of the template, by field key. */
export interface MetadataInstanceCreate extends Schema<"MetadataInstanceCreate"> {}
/** A sort key. */
export interface MetadataQueryOrder extends Schema<"MetadataQueryOrder"> {}
/** What to find, in which folder, and in which order to return it. */
export interface MetadataQuery extends Schema<"MetadataQuery"> {}
/** A file or a folder found by a metadata query, in the mini representation or with the attributes in `fields`. */
export type MetadataQueryItem = FileFields | FolderFields;
/** A page of results of a metadata query. */
export interface MetadataQueryResults extends Schema<"MetadataQueryResults"> {}
/** The task to create. */
export interface TaskCreate extends Schema<"TaskCreate"> {}
/** A file, as records refer to it of which the interface shows no attributes. */
export interface FileReference extends Schema<"FileReference"> {}
/** A file, as other records refer to it. */
export interface FileMini extends Schema<"FileMini"> {}
/** An assignment of a task, as the task refers to it. */
export interface TaskAssignmentMini extends Schema<"TaskAssignmentMini"> {}
/** All assignments of a task. */
export interface TaskAssignments extends Schema<"TaskAssignments"> {}
/** A task on a file for the users that it is assigned to. */
export interface Task extends Schema<"Task"> {}
/** The assignment of a task to one user. */
export interface TaskAssignment extends Schema<"TaskAssignment"> {}
/** A legal hold policy assignment, as other records refer to it. */
export interface LegalHoldPolicyAssignmentMini extends Schema<"LegalHoldPolicyAssignmentMini"> {}
/** A page of legal hold policy assignments without `fields`, each with its `type` and `id`. */
export interface LegalHoldPolicyAssignments extends Schema<"LegalHoldPolicyAssignments"> {}
/** A legal hold policy, as other records refer to it. */
export interface LegalHoldPolicyMini extends Schema<"LegalHoldPolicyMini"> {}
/** The target of a legal hold policy assignment. */
export interface LegalHoldTarget extends Schema<"LegalHoldTarget"> {}
/** A legal hold policy assignment with the attributes in `fields`. */
export interface LegalHoldPolicyAssignmentFields extends Schema<"LegalHoldPolicyAssignmentFields"> {}
/** A page of legal hold policy assignments with the attributes in `fields`. */
export interface LegalHoldPolicyAssignmentsFields extends Schema<"LegalHoldPolicyAssignmentsFields"> {}
/** The policy to assign, and the item or user to hold. */
export interface LegalHoldPolicyAssignmentCreate extends Schema<"LegalHoldPolicyAssignmentCreate"> {}
/** A legal hold policy assignment in the standard representation. */
export interface LegalHoldPolicyAssignment extends Schema<"LegalHoldPolicyAssignment"> {}
/** A file whose current version is on hold. */
export interface FileOnHold extends Schema<"FileOnHold"> {}
/** A page of files whose current version is on hold. */
export interface FilesOnHold extends Schema<"FilesOnHold"> {}
/** A page of files whose current version is on hold, with the attributes in `fields`. */
export interface FilesOnHoldFields extends Schema<"FilesOnHoldFields"> {}
/** A file version with the attributes in `fields`. */
export interface FileVersionFields extends Schema<"FileVersionFields"> {}
/** A file version in the standard representation, which is returned without `fields`. */
export interface FileVersion extends Schema<"FileVersion"> {}
/** A page of previous file versions on hold. */
export interface FileVersionsOnHold extends Schema<"FileVersionsOnHold"> {}
/** A page of previous file versions on hold, with the attributes in `fields`. */
export interface FileVersionsOnHoldFields extends Schema<"FileVersionsOnHoldFields"> {}
/** A file version on hold, with all assignments that hold it. */
export interface FileVersionLegalHold extends Schema<"FileVersionLegalHold"> {}
/** A page of file versions on hold. */
export interface FileVersionLegalHolds extends Schema<"FileVersionLegalHolds"> {}
/** A retention policy, as other records refer to it. */
export interface RetentionPolicyMini extends Schema<"RetentionPolicyMini"> {}
/** A file version that a retention policy keeps. */
export interface FileVersionRetention extends Schema<"FileVersionRetention"> {}
/** A page of file version retentions. */
export interface FileVersionRetentions extends Schema<"FileVersionRetentions"> {}
/** The terms to create. */
export interface TermsOfServiceCreate extends Schema<"TermsOfServiceCreate"> {}
/** Terms of service of an enterprise. */
export interface TermsOfService extends Schema<"TermsOfService"> {}

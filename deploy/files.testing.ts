/** The compose and Kubernetes files, read by a YAML parser and checked by the schemas of their formats. */
import { Cluster } from '@kubernetes-models/cloudnative-pg/postgresql.cnpg.io/v1/Cluster';
import { ScheduledBackup } from '@kubernetes-models/cloudnative-pg/postgresql.cnpg.io/v1/ScheduledBackup';
import { Ajv } from 'ajv';
import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { Service } from 'kubernetes-models/v1/Service';
import { parse, parseAllDocuments } from 'yaml';
import { read } from '../scripts/repository.ts';

type ComposeService = {
  readonly image: string;
  readonly build?: { readonly args?: Readonly<Record<string, string>> };
  readonly environment?: Readonly<Record<string, string>>;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>> | readonly string[];
  readonly command?: readonly string[];
  readonly networks?: readonly string[];
  readonly logging?: { readonly options: Readonly<Record<string, string>> };
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly mem_limit?: string;
  readonly pids_limit?: number;
  readonly stop_grace_period?: string;
};
type Subnet = { readonly subnet: string; readonly gateway: string };
export type ComposeFile = {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly networks: Readonly<Record<string, { readonly ipam: { readonly config: readonly [Subnet] } }>>;
};

/** dclint has the schema of the Compose specification in its package. */
const { $schema: _, ...composeSchema } = JSON.parse(read('node_modules/dclint/schemas/compose.schema.json'));
const formats = { duration: true, ports: true, expose: true, subnet_ip_address: true } as const;
const validateCompose = new Ajv({ strict: false, allErrors: true, validateSchema: false, formats }).compile(
  composeSchema,
);

/** What is wrong with the file; empty if the schema accepts it. */
export function composeFaults(text: string): string[] {
  validateCompose(parse(text, { merge: true }));
  return (validateCompose.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

export function readCompose(file: string): ComposeFile {
  return parse(read(`deploy/${file}`), { merge: true });
}

/** The services that run the product, by name. */
export const processesOf = ({ services }: ComposeFile): [name: string, service: ComposeService][] =>
  Object.entries(services).filter(([, { image }]) => image.startsWith('panel:'));
/** Those with a role, which run all the time. */
export const rolesOf = (file: ComposeFile) => processesOf(file).filter(([, { environment }]) => environment?.ROLE);

const MODELS = { Deployment, PodDisruptionBudget, Service, NetworkPolicy, Cluster, ScheduledBackup };
/** The kinds whose package knows every field; the package of the database operator is older than what database.yaml uses. */
export const STRICT_KINDS: Readonly<Record<string, string>> = {
  Deployment: 'kubernetes-models/apps/v1/Deployment',
  PodDisruptionBudget: 'kubernetes-models/policy/v1/PodDisruptionBudget',
  Service: 'kubernetes-models/v1/Service',
  NetworkPolicy: 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy',
};
/** No package has the schema of the operator's Barman Cloud plugin. */
export const UNCHECKED_KINDS = ['ObjectStore'];

type Manifest = { readonly apiVersion: string; readonly kind: string };

export const readManifests = (text: string): Manifest[] => parseAllDocuments(text).map((document) => document.toJS());

const isModelled = (kind: string): kind is keyof typeof MODELS => kind in MODELS;

/** What its schema finds wrong with a manifest; null if it accepts it. */
export function manifestFault(manifest: Manifest): string | null {
  if (UNCHECKED_KINDS.includes(manifest.kind)) return null;
  if (!isModelled(manifest.kind)) return `No schema for ${manifest.kind}`;
  const Model = MODELS[manifest.kind];
  if (Model.apiVersion !== manifest.apiVersion) return `${manifest.kind} is of ${Model.apiVersion}`;
  try {
    Reflect.construct(Model, [manifest]).validate();
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** The deployment of a role, and its two containers. */
export function readDeployment(role: string) {
  const manifest = readManifests(read(`deploy/kubernetes/${role}.yaml`)).find(Deployment.is);
  const pod = manifest?.spec?.template.spec;
  const [migrate, panel] = [pod?.initContainers?.[0], pod?.containers[0]];
  if (!manifest?.spec || !pod || !migrate || !panel)
    throw new Error(`${role}.yaml has no deployment with two containers`);
  return { name: manifest.metadata?.name, spec: manifest.spec, pod, migrate, panel };
}

/** The database operator's clusters: the panel's and the key store's. */
export const databaseClusters = () => readManifests(read('deploy/kubernetes/database.yaml')).filter(Cluster.is);

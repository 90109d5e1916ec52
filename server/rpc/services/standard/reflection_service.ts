// The standard gRPC reflection protocol, so that tools such as grpcurl need no .proto files. Needs the credential, as
// every service but health does.
import { createRegistry, type DescFile, type DescService, toBinary } from '@bufbuild/protobuf';
import { FileDescriptorProtoSchema } from '@bufbuild/protobuf/wkt';
import { Code, type ConnectRouter } from '@connectrpc/connect';
import {
  ServerReflection,
  type ServerReflectionRequest,
} from '../../../../proto/gen/grpc/reflection/v1/reflection_pb.ts';

/** Largest request, in bytes. */
const maxRequestBytes = 1024;

/** The file and all that it imports, itself first. */
function closureOf(file: DescFile, found: Set<DescFile> = new Set()): Set<DescFile> {
  if (!found.has(file)) {
    found.add(file);
    for (const imported of file.dependencies) closureOf(imported, found);
  }
  return found;
}

/** Answers about `services` and the messages that they use. */
export function routeReflection(router: ConnectRouter, services: readonly DescService[]): void {
  const files = new Set(services.flatMap(({ file }) => [...closureOf(file)]));
  const registry = createRegistry(...files);

  const findSymbol = (name: string): DescFile | undefined =>
    // A method or field is found by what holds it.
    (registry.get(name) ?? registry.get(name.slice(0, name.lastIndexOf('.'))))?.file;

  const findFile = (name: string) => [...files].find(({ proto }) => proto.name === name);

  const describe = (file: DescFile | undefined) => {
    if (!file) return refuse(Code.NotFound, 'there is no such file or symbol');
    const bytes = [...closureOf(file)].map(({ proto }) => toBinary(FileDescriptorProtoSchema, proto));
    return { case: 'fileDescriptorResponse' as const, value: { fileDescriptorProto: bytes } };
  };

  const refuse = (errorCode: Code, errorMessage: string) => {
    return { case: 'errorResponse' as const, value: { errorCode, errorMessage } };
  };

  const answer = ({ messageRequest: asked }: ServerReflectionRequest) => {
    switch (asked.case) {
      case 'listServices': {
        const service = services.map(({ typeName }) => ({ name: typeName }));
        return { case: 'listServicesResponse' as const, value: { service } };
      }
      case 'fileByFilename':
        return describe(findFile(asked.value));
      case 'fileContainingSymbol':
        return describe(findSymbol(asked.value));
      default:
        return refuse(Code.Unimplemented, 'there are no extensions');
    }
  };

  router.service(
    ServerReflection,
    {
      async *serverReflectionInfo(requests) {
        for await (const request of requests)
          yield { validHost: request.host, originalRequest: request, messageResponse: answer(request) };
      },
    },
    { readMaxBytes: maxRequestBytes },
  );
}

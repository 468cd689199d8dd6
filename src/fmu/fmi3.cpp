#include "fmu/fmi3.h"

#include "fmu/instance.h"

// The functions of FMI 3.0 for co-simulation. All variables are of type Float64.

using jounce::fmi::Slave;
using jounce::fmi::WrongCall;
using jounce::fmu::Instance;
using jounce::fmu::state_of;
using jounce::fmu::Status;

namespace {

const Instance& instance(fmi3Instance pointer) { return *static_cast<const Instance*>(pointer); }
fmi3Status status_of(Status status) { return static_cast<fmi3Status>(static_cast<int>(status)); }

template <class Work>
fmi3Status call(fmi3Instance pointer, const Work& work) {
  return pointer == nullptr ? fmi3Error : status_of(instance(pointer).call(work));
}

fmi3Status only_float(fmi3Instance pointer, std::size_t count) {
  if (count == 0) return fmi3OK;
  return call(pointer, [](Slave&) { throw WrongCall("this FMU has variables of type Float64 only"); });
}

fmi3Status unsupported(fmi3Instance pointer) {
  return call(pointer,
              [](Slave&) { throw WrongCall("modelDescription.xml says that this FMU cannot do this"); });
}

}  // namespace

// Get and set of the types that no variable has.
#define JOUNCE_NO_VARIABLES(Name, Type)                                                                     \
  fmi3Status fmi3Get##Name(fmi3Instance pointer, const fmi3ValueReference*, std::size_t count, Type*,       \
                           std::size_t) {                                                                   \
    return only_float(pointer, count);                                                                      \
  }                                                                                                         \
  fmi3Status fmi3Set##Name(fmi3Instance pointer, const fmi3ValueReference*, std::size_t count, const Type*, \
                           std::size_t) {                                                                   \
    return only_float(pointer, count);                                                                      \
  }
// Functions that belong to what modelDescription.xml excludes.
#define JOUNCE_UNSUPPORTED(Name, ...) \
  fmi3Status fmi3##Name(fmi3Instance pointer __VA_OPT__(, ) __VA_ARGS__) { return unsupported(pointer); }

#pragma GCC visibility push(default)
extern "C" {

const char* fmi3GetVersion() { return "3.0"; }

fmi3Status fmi3SetDebugLogging(fmi3Instance, fmi3Boolean, std::size_t, const fmi3String*) { return fmi3OK; }

fmi3Instance fmi3InstantiateCoSimulation(fmi3String, fmi3String token, fmi3String resources, fmi3Boolean,
                                         fmi3Boolean, fmi3Boolean /*event_mode*/, fmi3Boolean,
                                         const fmi3ValueReference*, std::size_t intermediate,
                                         fmi3InstanceEnvironment environment, fmi3LogMessageCallback message,
                                         fmi3IntermediateUpdateCallback) {
  const auto log = [environment, message](Status status, const std::string& text) {
    if (message != nullptr) message(environment, status_of(status), "logStatusError", text.c_str());
  };
  if (intermediate > 0) {
    log(Status::error, "this FMU has no intermediate variables");
    return nullptr;
  }
  return Instance::make(resources != nullptr ? resources : "", token, log).release();
}

fmi3Instance fmi3InstantiateModelExchange(fmi3String, fmi3String, fmi3String, fmi3Boolean, fmi3Boolean,
                                          fmi3InstanceEnvironment environment,
                                          fmi3LogMessageCallback message) {
  if (message != nullptr)
    message(environment, fmi3Error, "logStatusError",
            "this FMU is for co-simulation, not for model exchange");
  return nullptr;
}
fmi3Instance fmi3InstantiateScheduledExecution(fmi3String, fmi3String, fmi3String, fmi3Boolean, fmi3Boolean,
                                               fmi3InstanceEnvironment environment,
                                               fmi3LogMessageCallback message, void (*)(), void (*)(),
                                               void (*)()) {
  if (message != nullptr)
    message(environment, fmi3Error, "logStatusError",
            "this FMU is for co-simulation, not for scheduled execution");
  return nullptr;
}
void fmi3FreeInstance(fmi3Instance pointer) { delete static_cast<Instance*>(pointer); }

fmi3Status fmi3EnterInitializationMode(fmi3Instance pointer, fmi3Boolean, fmi3Float64, fmi3Float64 start,
                                       fmi3Boolean, fmi3Float64) {
  return call(pointer, [&](Slave& slave) { slave.start_at(start); });
}
fmi3Status fmi3ExitInitializationMode(fmi3Instance pointer) {
  return call(pointer, [](Slave& slave) { slave.start(); });
}
fmi3Status fmi3Terminate(fmi3Instance pointer) {
  return call(pointer, [](Slave&) {});
}
fmi3Status fmi3Reset(fmi3Instance pointer) {
  return call(pointer, [](Slave& slave) { slave.reset(); });
}

fmi3Status fmi3GetFloat64(fmi3Instance pointer, const fmi3ValueReference* references, std::size_t count,
                          fmi3Float64* values, std::size_t size) {
  return call(pointer, [&](Slave& slave) {
    if (size != count) throw WrongCall("every variable has one value");
    for (std::size_t i = 0; i < count; ++i) values[i] = slave.get(references[i]);
  });
}
fmi3Status fmi3SetFloat64(fmi3Instance pointer, const fmi3ValueReference* references, std::size_t count,
                          const fmi3Float64* values, std::size_t size) {
  return call(pointer, [&](Slave& slave) {
    if (size != count) throw WrongCall("every variable has one value");
    slave.set({references, count}, {values, count});
  });
}

JOUNCE_NO_VARIABLES(Float32, float)
JOUNCE_NO_VARIABLES(Int8, std::int8_t)
JOUNCE_NO_VARIABLES(UInt8, std::uint8_t)
JOUNCE_NO_VARIABLES(Int16, std::int16_t)
JOUNCE_NO_VARIABLES(UInt16, std::uint16_t)
JOUNCE_NO_VARIABLES(Int32, std::int32_t)
JOUNCE_NO_VARIABLES(UInt32, std::uint32_t)
JOUNCE_NO_VARIABLES(Int64, std::int64_t)
JOUNCE_NO_VARIABLES(UInt64, std::uint64_t)
JOUNCE_NO_VARIABLES(Boolean, fmi3Boolean)
JOUNCE_NO_VARIABLES(String, fmi3String)

fmi3Status fmi3GetBinary(fmi3Instance pointer, const fmi3ValueReference*, std::size_t count, std::size_t*,
                         const fmi3Byte**, std::size_t) {
  return only_float(pointer, count);
}
fmi3Status fmi3SetBinary(fmi3Instance pointer, const fmi3ValueReference*, std::size_t count,
                         const std::size_t*, const fmi3Byte* const*, std::size_t) {
  return only_float(pointer, count);
}
fmi3Status fmi3GetClock(fmi3Instance pointer, const fmi3ValueReference*, std::size_t count, bool*) {
  return only_float(pointer, count);
}
fmi3Status fmi3SetClock(fmi3Instance pointer, const fmi3ValueReference*, std::size_t count, const bool*) {
  return only_float(pointer, count);
}

fmi3Status fmi3GetFMUState(fmi3Instance pointer, fmi3FMUState* state) {
  return call(pointer, [&](Slave& slave) { jounce::fmu::keep_state(slave, state); });
}
fmi3Status fmi3SetFMUState(fmi3Instance pointer, fmi3FMUState state) {
  return call(pointer, [&](Slave& slave) { slave.restore(state_of(state)); });
}
fmi3Status fmi3FreeFMUState(fmi3Instance pointer, fmi3FMUState* state) {
  return call(pointer, [&](Slave&) { jounce::fmu::free_state(state); });
}
fmi3Status fmi3SerializedFMUStateSize(fmi3Instance pointer, fmi3FMUState state, std::size_t* size) {
  return call(pointer, [&](Slave&) { *size = state_of(state).bytes().size(); });
}
fmi3Status fmi3SerializeFMUState(fmi3Instance pointer, fmi3FMUState state, fmi3Byte* bytes,
                                 std::size_t size) {
  return call(pointer, [&](Slave&) { jounce::fmu::write_state(state, bytes, size); });
}
fmi3Status fmi3DeserializeFMUState(fmi3Instance pointer, const fmi3Byte* bytes, std::size_t size,
                                   fmi3FMUState* state) {
  return call(pointer, [&](Slave&) { *state = jounce::fmu::read_state(bytes, size); });
}

fmi3Status fmi3DoStep(fmi3Instance pointer, fmi3Float64 time, fmi3Float64 size, fmi3Boolean,
                      fmi3Boolean* event_needed, fmi3Boolean* terminate, fmi3Boolean* early,
                      fmi3Float64* last_time) {
  if (pointer == nullptr) return fmi3Error;
  const fmi3Status status = status_of(instance(pointer).step(time, size));
  if (event_needed != nullptr) *event_needed = false;
  if (terminate != nullptr) *terminate = false;
  if (early != nullptr) *early = false;
  if (last_time != nullptr) *last_time = instance(pointer).time();
  return status;
}

JOUNCE_UNSUPPORTED(EnterEventMode)
JOUNCE_UNSUPPORTED(EnterStepMode)
JOUNCE_UNSUPPORTED(EnterConfigurationMode)
JOUNCE_UNSUPPORTED(ExitConfigurationMode)
JOUNCE_UNSUPPORTED(EnterContinuousTimeMode)
JOUNCE_UNSUPPORTED(EvaluateDiscreteStates)
JOUNCE_UNSUPPORTED(UpdateDiscreteStates, bool*, bool*, bool*, bool*, bool*, double*)
JOUNCE_UNSUPPORTED(CompletedIntegratorStep, bool, bool*, bool*)
JOUNCE_UNSUPPORTED(SetTime, double)
JOUNCE_UNSUPPORTED(SetContinuousStates, const double*, std::size_t)
JOUNCE_UNSUPPORTED(GetContinuousStates, double*, std::size_t)
JOUNCE_UNSUPPORTED(GetContinuousStateDerivatives, double*, std::size_t)
JOUNCE_UNSUPPORTED(GetNominalsOfContinuousStates, double*, std::size_t)
JOUNCE_UNSUPPORTED(GetEventIndicators, double*, std::size_t)
JOUNCE_UNSUPPORTED(GetNumberOfEventIndicators, std::size_t*)
JOUNCE_UNSUPPORTED(GetNumberOfContinuousStates, std::size_t*)
JOUNCE_UNSUPPORTED(GetNumberOfVariableDependencies, fmi3ValueReference, std::size_t*)
JOUNCE_UNSUPPORTED(GetVariableDependencies, fmi3ValueReference, std::size_t*, fmi3ValueReference*,
                   std::size_t*, fmi3DependencyKind*, std::size_t)
JOUNCE_UNSUPPORTED(GetDirectionalDerivative, const fmi3ValueReference*, std::size_t,
                   const fmi3ValueReference*, std::size_t, const double*, std::size_t, double*, std::size_t)
JOUNCE_UNSUPPORTED(GetAdjointDerivative, const fmi3ValueReference*, std::size_t, const fmi3ValueReference*,
                   std::size_t, const double*, std::size_t, double*, std::size_t)
JOUNCE_UNSUPPORTED(GetOutputDerivatives, const fmi3ValueReference*, std::size_t, const std::int32_t*, double*,
                   std::size_t)
JOUNCE_UNSUPPORTED(GetIntervalDecimal, const fmi3ValueReference*, std::size_t, double*, int*)
JOUNCE_UNSUPPORTED(GetIntervalFraction, const fmi3ValueReference*, std::size_t, std::uint64_t*,
                   std::uint64_t*, int*)
JOUNCE_UNSUPPORTED(GetShiftDecimal, const fmi3ValueReference*, std::size_t, double*)
JOUNCE_UNSUPPORTED(GetShiftFraction, const fmi3ValueReference*, std::size_t, std::uint64_t*, std::uint64_t*)
JOUNCE_UNSUPPORTED(SetIntervalDecimal, const fmi3ValueReference*, std::size_t, const double*)
JOUNCE_UNSUPPORTED(SetIntervalFraction, const fmi3ValueReference*, std::size_t, const std::uint64_t*,
                   const std::uint64_t*)
JOUNCE_UNSUPPORTED(SetShiftDecimal, const fmi3ValueReference*, std::size_t, const double*)
JOUNCE_UNSUPPORTED(SetShiftFraction, const fmi3ValueReference*, std::size_t, const std::uint64_t*,
                   const std::uint64_t*)
JOUNCE_UNSUPPORTED(ActivateModelPartition, fmi3ValueReference, double)

}  // extern "C"
#pragma GCC visibility pop
